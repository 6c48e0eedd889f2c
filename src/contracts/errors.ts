/**
 * Every stable error code with its HTTP status. The text of a code is `errors.<CODE>` in locales/<language>/errors.json; a
 * conformance test compares both lists.
 */
export const errorStatus = {
  BAD_JSON: 400,
  VALIDATION_FAILED: 400,
  BAD_FILTERS: 400,
  BAD_ORDER: 400,
  BAD_IDEMPOTENCY_KEY: 400,
  INVALID_TOKEN: 400,
  SIGN_IN_EXPIRED: 400,
  PROVIDER_ANSWER_REFUSED: 400,
  UNAUTHENTICATED: 401,
  SESSION_EXPIRED: 401,
  WRONG_CREDENTIALS: 401,
  FORBIDDEN: 403,
  ROUTES_NOT_ALLOWED: 403,
  SIGN_IN_NOT_ALLOWED: 403,
  UNKNOWN_ACCOUNT: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  NOT_FOUND: 404,
  UNKNOWN_HOST: 404,
  METHOD_NOT_ALLOWED: 405,
  ROUTE_WRITES: 405,
  VERSION_CONFLICT: 409,
  ALREADY_EXISTS: 409,
  IN_USE: 409,
  PROJECT_CLOSED: 409,
  SPRINT_ENDED: 409,
  SPRINT_UNFINISHED: 409,
  LANE_FULL: 409,
  UNDO_REFUSED: 409,
  PLACE_GONE: 409,
  PRECONDITION_FAILED: 412,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  RULE_BROKEN: 422,
  WINDOW_CLOSED: 422,
  DEFINITION_INVALID: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  UPGRADE_REQUIRED: 426,
  VERSION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  PROVIDER_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
  TIMED_OUT: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** An error of an input. `path` is a JSON pointer into the input, `message` is in the caller's language. */
export interface FieldError {
  path: string;
  message: string;
  /** Of a diagnostic of a definition: its rule, its remedy, and whether it prevents saving. */
  code?: string;
  remedy?: string;
  severity?: 'error' | 'warning';
}

/** The failure envelope. `data` carries the current row with VERSION_CONFLICT. */
export interface Failure {
  success: false;
  message: string;
  code: ErrorCode;
  errors?: FieldError[];
  data?: unknown;
}

/** The success envelope of every route. */
export interface Success<T> {
  success: true;
  data: T;
  message: string;
}

export interface ListPage<Row> {
  rows: Row[];
  page: number;
  perPage: number;
  totalRows: number;
}
