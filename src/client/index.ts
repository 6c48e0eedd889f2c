export { sealPassword } from './cipher.ts';
export { clearDrafts } from './drafts.ts';
export { createHost } from './host.ts';
export type { HostDependencies } from './host.ts';
export { createHttp, HttpFailure } from './http.ts';
export type { Http, HttpRequest, LocalFailure } from './http.ts';
export {
  readDevicePreference,
  writeDevicePreference,
} from './device-preferences.ts';
export { createQueries } from './queries.ts';
export type { Queries } from './queries.ts';
export { createSessionStore } from './session.ts';
export type { SessionStore, SessionValues } from './session.ts';
