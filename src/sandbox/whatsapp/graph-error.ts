import { randomBytes } from 'node:crypto';

/** Title and HTTP status of the codes that the provider answers. Those of other codes are a title of their own and 400. */
const known: Readonly<Record<number, readonly [title: string, status: number]>> = {
  0: ['AuthException', 401],
  1: ['API Unknown', 500],
  2: ['API Service', 503],
  3: ['API Method', 500],
  4: ['API Too Many Calls', 429],
  10: ['Permission Denied', 403],
  33: ['Parameter value is not valid', 400],
  100: ['Invalid parameter', 400],
  190: ['Access token has expired', 401],
  200: ['Permission Denied', 403],
  368: ['Temporarily blocked for policies violations', 403],
  80007: ['Rate limit issues', 429],
  130429: ['Rate limit hit', 429],
  130472: ["User's number is part of an experiment", 400],
  130497: ['Business account is restricted from messaging users in this country.', 403],
  131000: ['Something went wrong', 500],
  131008: ['Required parameter is missing', 400],
  131009: ['Parameter value is not valid', 400],
  131016: ['Service unavailable', 503],
  131021: ['Recipient cannot be sender', 400],
  131026: ['Message undeliverable', 400],
  131030: ['Recipient phone number not in allowed list', 400],
  131031: ['Account has been locked', 403],
  131042: ['Business eligibility payment issue', 400],
  131047: ['Re-engagement message', 400],
  131048: ['Spam rate limit hit', 429],
  131049: ['Meta chose not to deliver.', 400],
  131050: ['User has stopped marketing messages.', 400],
  131051: ['Unsupported message type', 400],
  131052: ['Media download error', 400],
  131053: ['Media upload error', 400],
  131056: ['(Business Account, Consumer Account) pair rate limit hit', 429],
  131062: ['Business-scoped user id cannot be used here', 400],
  132000: ['Number of parameters does not match the expected number of params', 400],
  132001: ['Template name does not exist in the translation', 404],
  132005: ['Translated text too long', 400],
  132007: ['Format character policy violated', 400],
  132012: ['Parameter format does not match format in the created template', 400],
  132015: ['Template is paused', 400],
  132016: ['Template is disabled', 400],
  132018: ['There was an issue with the parameters in your template', 400],
  133004: ['Server Temporarily Unavailable', 503],
};

export const titleOf = (code: number): string => known[code]?.[0] ?? 'Something went wrong';

/** A refusal in the shape of the Graph API. */
export class GraphError extends Error {
  readonly code: number;
  readonly details: string | null;
  readonly subcode: number | null;
  readonly status: number;

  constructor(
    code: number,
    details: string | null = null,
    options: { text?: string; subcode?: number } = {},
  ) {
    super(options.text ?? `(#${code}) ${titleOf(code)}`);
    this.code = code;
    this.details = details;
    this.subcode = options.subcode ?? null;
    this.status = known[code]?.[1] ?? 400;
  }

  body(): object {
    const { code, details, subcode, message } = this;
    return {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(details === null ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
        ...(subcode === null ? {} : { error_subcode: subcode }),
        ...(this.status >= 500 ? { is_transient: true } : {}),
        fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
      },
    };
  }
}

/** Code 100, whose message names the parameter. */
export const invalidParameter = (text: string, details: string | null = null): GraphError =>
  new GraphError(100, details, { text: `(#100) ${text}` });

export const missingParameter = (name: string): GraphError =>
  new GraphError(131008, `Required parameter '${name}' is missing.`);

export const invalidValue = (details: string): GraphError => new GraphError(131009, details);
