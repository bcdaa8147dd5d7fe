// Lint rules: the recommended sets, typed where it pays, and nothing about layout,
// which is Prettier's business.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  {
    ignores: [
      'dist/',
      'packed/',
      'node_modules/',
      'public/',
      'src/model/schema.ts',
      'tests/client/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript knows what is defined.
      'no-undef': 'off',
      // Places are linked by place(), which puts the site's folder in front.
      'svelte/no-navigation-without-resolve': 'off',
      // Sets, maps and addresses here are local or drawn from, never watched.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.node.json', './tsconfig.worker.json'],
        extraFileExtensions: ['.svelte'],
      },
    },
    // A promise that nobody waits for hides its failure: handle it, or write void.
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
);
