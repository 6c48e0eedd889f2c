declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file, or answers false when another process holds one. */
  export function tryLock(fd: number): boolean;
}
