import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Transaction } from 'kysely';
import type { DefinitionKind } from '../../contracts/definitions.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Language } from '../../contracts/language.ts';
import type { AgileTables } from './agile-tables.ts';
import type { LinkedAccountTable, LinkInvitationTable, SignInAttemptTable } from './sign-in-tables.ts';

/** A `timestamptz`: read as Date, written as Date or ISO text. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** A `timestamptz not null default now()`. */
type Stamped = ColumnType<Date, Date | string | undefined, Date | string>;
/** A nullable jsonb: write it as JSON text. */
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface TenantTable {
  id: Generated<number>;
  key: string;
  name: string;
  time_zone: Generated<string>;
  is_active: Generated<boolean>;
  /** Colors, login layout and logos; shapes in contracts/session.ts. */
  appearance: JSONColumnType<JsonObject, string | undefined, string>;
  appearance_version: Generated<number>;
  appearance_updated_at: Date | null;
  appearance_updated_by: number | null;
  created_at: Stamped;
}

export interface TenantHostTable {
  host: string;
  tenant_id: number;
}

export interface SettingTable {
  tenant_id: number;
  key: string;
  value: ColumnType<Json, string, string>;
}

export interface AuditTable {
  tenant_id: number;
  id: Generated<number>;
  at: Stamped;
  user_id: number | null;
  entity: string;
  entity_id: string;
  action: string;
  before: JsonOrNull<JsonObject>;
  after: JsonOrNull<JsonObject>;
  /** True if the write named no version, so it may have overwritten another person's change. */
  unconditional: Generated<boolean>;
  address: string;
  request_id: string;
  user_agent: Generated<string>;
  /** The name then of the person who acted. */
  user_name: string | null;
}

export interface OrganizationalUnitTable {
  tenant_id: number;
  id: Generated<number>;
  title: string;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: Stamped;
  updated_at: Stamped;
}

export interface UserTable {
  tenant_id: number;
  id: Generated<number>;
  name: string;
  email: string;
  login: string | null;
  password_hash: string | null;
  auth_type: Generated<'local' | 'oidc'>;
  /** Eleven digits. */
  cpf: string | null;
  /** YYYY-MM-DD. */
  date_birth: string | null;
  delegate_id: number | null;
  manager_id: number | null;
  company_id: number | null;
  uo_id: number | null;
  is_change_pwd: Generated<boolean>;
  is_user: Generated<boolean>;
  is_active: Generated<boolean>;
  photo_url: string | null;
  version: Generated<number>;
  created_at: Stamped;
  updated_at: Stamped;
  created_by: number | null;
  updated_by: number | null;
  name_search: GeneratedAlways<string>;
  email_search: GeneratedAlways<string>;
  login_search: GeneratedAlways<string>;
  login_key: GeneratedAlways<string | null>;
}

export interface AccessGroupTable {
  tenant_id: number;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  is_active: Generated<boolean>;
  /** The administrators' group: every permission on every screen, including screens of later releases. */
  all_screens: Generated<boolean>;
  version: Generated<number>;
  created_at: Stamped;
  updated_at: Stamped;
  created_by: number | null;
  updated_by: number | null;
}

export interface AccessGroupMemberTable {
  tenant_id: number;
  group_id: number;
  user_id: number;
}

export interface AccessGroupScreenTable {
  tenant_id: number;
  group_id: number;
  screen_key: string;
  can_read: Generated<boolean>;
  can_create: Generated<boolean>;
  can_update: Generated<boolean>;
  can_delete: Generated<boolean>;
}

export interface AccessGroupSpecialTable {
  tenant_id: number;
  group_id: number;
  permission: string;
  allow: Generated<boolean>;
}

export interface SessionTable {
  tenant_id: number;
  id: Generated<string>;
  user_id: number;
  created_at: Stamped;
  expires_at: Timestamp;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  address: string;
  user_agent: Generated<string>;
  /** Of its last request, to within some minutes. */
  last_seen_at: Stamped;
  /** Address at the provider that ends the session there too, of a session that began there. */
  provider_sign_out: string | null;
}

export interface SignInFailureTable {
  tenant_id: number;
  /**
   * 'pair': `subject` is login and address; 'address': all logins from one; 'login': one from anywhere. 'reset-…': requests
   * of a new password, which count alike.
   */
  kind: 'pair' | 'address' | 'login' | 'reset-pair' | 'reset-address' | 'reset-login';
  subject: string;
  failures: number;
  window_started_at: Stamped;
  locked_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Addresses that a login has signed in from; other addresses are slowed down while the login is under attack. */
export interface SignInAddressTable {
  tenant_id: number;
  login: string;
  address: string;
  last_at: Stamped;
}

export interface IdempotencyTable {
  tenant_id: number;
  user_id: number;
  key: string;
  method_url: string;
  request_hash: string;
  status: number | null;
  response: JsonOrNull<JsonObject>;
  created_at: Stamped;
}

export interface DefinitionTable {
  tenant_id: number;
  kind: DefinitionKind;
  id: string;
  draft_version: number | null;
  /** 0: the bundled definition is served. */
  published_version: Generated<number>;
  /** Highest version ever used; the next version is one higher. */
  last_version: Generated<number>;
}

export interface DefinitionVersionTable {
  tenant_id: number;
  kind: DefinitionKind;
  id: string;
  version: number;
  /** JSON text exactly as saved; null for a rollback to the bundled definition. */
  document: string | null;
  /** Address of a screen; null for other kinds. */
  path: string | null;
  /** Language to title. */
  titles: JSONColumnType<Partial<Record<Language, string>>, string, never>;
  /** Release that validated the document. */
  checked_by: string;
  saved_by: number | null;
  saved_at: Stamped;
  published_by: number | null;
  /** Null for a draft. */
  published_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  comment: string | null;
  rollback_of: number | null;
}

export interface DefinitionGenerationTable {
  tenant_id: number;
  generation: Generated<number>;
}

export interface UserPreferenceTable {
  tenant_id: number;
  user_id: number;
  key: string;
  value: ColumnType<Json, string, string>;
  updated_at: Stamped;
}

/** See 056_device_key.ts. */
export interface DeviceKeyTable {
  tenant_id: number;
  user_id: number;
  key: Uint8Array;
  created_at: Stamped;
}

export interface TopicTable {
  tenant_id: number;
  id: Generated<number>;
  name: string;
  /** Number of its last event. */
  seq: Generated<number>;
}

export interface EventTable {
  tenant_id: number;
  topic_id: number;
  seq: number;
  at: Stamped;
  type: string;
  data: ColumnType<Json, string, never>;
}

export interface SocketTicketTable {
  tenant_id: number;
  /** SHA-256 of the ticket, in hex. */
  hash: string;
  session_id: string;
  /** Digest of the permissions that the client received with the ticket. */
  rights: string;
  expires_at: Timestamp;
}

export interface JobTable {
  tenant_id: number;
  id: GeneratedAlways<number>;
  kind: string;
  payload: ColumnType<JsonObject, string, never>;
  key: string | null;
  run_at: Stamped;
  attempt: Generated<number>;
  max_attempts: Generated<number>;
  state: 'waiting' | 'ready' | 'running' | 'dead';
  worker: number | null;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: Stamped;
  error: string | null;
}

export interface PasswordResetTable {
  tenant_id: number;
  /** SHA-256 of the token, in hex. */
  token_hash: string;
  user_id: number;
  created_at: Stamped;
  expires_at: Timestamp;
}

/** Mails that the demo profile captured instead of sending them. */
export interface OutboxMailTable {
  tenant_id: number;
  id: GeneratedAlways<number>;
  user_id: number | null;
  address: string;
  subject: string;
  body_text: string;
  body_html: string;
  /** The token of a password reset in the mail. */
  token: string | null;
  sent_at: Stamped;
}

/** Settings of a tenant's providers, encrypted. */
export interface TenantSecretTable {
  tenant_id: number;
  name: string;
  /** Key of SECRETS_KEY that encrypted it. */
  key_id: string;
  sealed: Uint8Array;
  updated_at: Stamped;
  version: Generated<number>;
}

export interface FileTable {
  tenant_id: number;
  id: Generated<number>;
  state: Generated<'quarantine' | 'stored' | 'missing' | 'removed'>;
  /** Of its content in the store (platform/files/store.ts). */
  key: string;
  owner_kind: string | null;
  owner_id: number | null;
  name: string;
  type: Generated<string>;
  bytes: Generated<number>;
  /** With its thumbnails. */
  stored_bytes: Generated<number>;
  sha256: Generated<string>;
  width: number | null;
  height: number | null;
  /** Bytes of each thumbnail by its size. */
  thumbnails: ColumnType<Record<string, number>, string | undefined, string>;
  created_by: number | null;
  created_at: Stamped;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Bytes that a tenant's files take; kept by a trigger of `file`. */
export interface FileUsageTable {
  tenant_id: number;
  bytes: Generated<number>;
}

/** Every table. `tenant` and `tenant_host` are global, all others begin their primary key with `tenant_id`. */
export interface Tables extends AgileTables {
  tenant: TenantTable;
  tenant_host: TenantHostTable;
  setting: SettingTable;
  audit: AuditTable;
  organizational_unit: OrganizationalUnitTable;
  app_user: UserTable;
  access_group: AccessGroupTable;
  access_group_member: AccessGroupMemberTable;
  access_group_screen: AccessGroupScreenTable;
  access_group_special: AccessGroupSpecialTable;
  session: SessionTable;
  sign_in_failure: SignInFailureTable;
  sign_in_address: SignInAddressTable;
  idempotency: IdempotencyTable;
  definition: DefinitionTable;
  definition_version: DefinitionVersionTable;
  definition_generation: DefinitionGenerationTable;
  user_preference: UserPreferenceTable;
  device_key: DeviceKeyTable;
  topic: TopicTable;
  event: EventTable;
  socket_ticket: SocketTicketTable;
  job: JobTable;
  password_reset: PasswordResetTable;
  outbox_mail: OutboxMailTable;
  tenant_secret: TenantSecretTable;
  linked_account: LinkedAccountTable;
  sign_in_attempt: SignInAttemptTable;
  link_invitation: LinkInvitationTable;
  file: FileTable;
  file_usage: FileUsageTable;
}

/** A transaction of one tenant, running as `molde_app`: rows of other tenants do not exist in it. */
export type TenantTransaction = Transaction<Tables>;
