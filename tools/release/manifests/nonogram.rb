class Nonogram < Formula
  desc "Solver, maker and player of nonograms"
  homepage "{{.URL}}"
  version "{{.Package}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{.URL}}/{{.File "darwin" "arm64"}}"
      sha256 "{{.Sum "darwin" "arm64"}}"
    end
    on_intel do
      url "{{.URL}}/{{.File "darwin" "amd64"}}"
      sha256 "{{.Sum "darwin" "amd64"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{.URL}}/{{.File "linux" "arm64"}}"
      sha256 "{{.Sum "linux" "arm64"}}"
    end
    on_intel do
      url "{{.URL}}/{{.File "linux" "amd64"}}"
      sha256 "{{.Sum "linux" "amd64"}}"
    end
  end

  def install
    bin.install "nonogram"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/nonogram.bash" => "nonogram"
    zsh_completion.install "completions/_nonogram"
    fish_completion.install "completions/nonogram.fish"
  end

  test do
    assert_match "unique", shell_output("#{bin}/nonogram solve @heart")
  end
end
