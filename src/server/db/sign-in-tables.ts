import type { ColumnType, GeneratedAlways } from 'kysely';

/** Tables of third-party sign-in; tables.ts lists them with all others. */

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Accounts of another provider with which people sign in. */
export interface LinkedAccountTable {
  tenant_id: number;
  id: GeneratedAlways<number>;
  issuer: string;
  /** `sub` of the provider: with the issuer the only thing by which an account is recognised. */
  subject: string;
  user_id: number;
  /** Name of the provider when it was linked. */
  provider: string;
  /** Name of the account at the provider; shown only. */
  label: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  last_used_at: Timestamp | null;
}

/** Sign-ins at a provider that have begun and not come back. */
export interface SignInAttemptTable {
  tenant_id: number;
  /** SHA-256 of the state, in hex. */
  state_hash: string;
  /** SHA-256 of the cookie of the browser that began it. */
  browser_hash: string;
  issuer: string;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  /** The session that links an account; null otherwise. */
  session_id: string | null;
  /** The administrator's link that was opened; null otherwise. */
  invitation_hash: string | null;
  expires_at: Timestamp;
}

/** Links of administrators with which a person links an account once. */
export interface LinkInvitationTable {
  tenant_id: number;
  token_hash: string;
  user_id: number;
  created_by: number | null;
  expires_at: Timestamp;
}
