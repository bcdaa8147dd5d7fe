/** A server for progress in memory, by the rules of `nonogram serve --sync`, for one code. */
export class SyncServer {
  readonly code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  body: string | undefined;
  private version = 0;
  /** The number of requests. */
  asked = 0;
  /** Runs with the length of a request that is sent. */
  sent: (length: number) => void = () => undefined;
  /** Runs before a response. */
  before: () => void = () => undefined;
  /** A proxy in between makes ETags weak. */
  weak = false;

  private get tag(): string {
    return `"${this.version}"`;
  }

  readonly fetch = (async (_: unknown, request: RequestInit) => {
    this.asked++;
    const { method = 'GET' } = request;
    this.sent((request.body as string | undefined)?.length ?? 0);
    const response = this.answer(method, new Headers(request.headers), request.body as string);
    this.before();
    return response;
  }) as typeof fetch;

  private answer(method: string, headers: Headers, body: string): Response {
    const respond = (status: number, text: string | null = null) =>
      new Response(text, { status, headers: { ETag: (this.weak ? 'W/' : '') + this.tag } });
    if (method === 'POST') {
      this.put(body);
      return respond(201, JSON.stringify({ code: this.code }));
    }
    if (this.body === undefined)
      return new Response('{"error":{"code":"unknown_name"}}', { status: 404 });
    if (method === 'DELETE') {
      this.body = undefined;
      return respond(204);
    }
    if (method === 'GET') {
      const known = headers.get('If-None-Match') === this.tag;
      return known ? respond(304) : respond(200, this.body);
    }
    if (headers.get('If-Match') !== this.tag) return respond(412);
    this.put(body);
    return respond(204);
  }

  private put(body: string): void {
    if (body !== this.body) this.version++;
    this.body = body;
  }
}
