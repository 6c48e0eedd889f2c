declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  /** The part of the provider's interface that the tests use. */
  export default class OpenIdServer {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }
}
