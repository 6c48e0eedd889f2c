const SECRET_KEYS =
  /("(?:password|confirm_password|currentPassword|passwordHash|password_hash|accessToken|token|authorization|cookie|secret|cpf)"\s*:\s*)("(?:[^"\\]|\\.)*"|\d+)/gi;
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/([?&](?:token|access_token|ticket|code)=)[^&\s"\\]+/gi, '$1[redacted]'],
  [/\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, '[token]'],
  [/\b[0-9a-f]{32}:(?:[0-9a-f]{2})*/gi, '[cipher]'],
  [/\$argon2id\$[^\s"\\]+/g, '[hash]'],
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, '[cpf]'],
];

/**
 * Removes passwords, tokens, ciphers and CPFs from a log line. Every line of any author passes it last.
 * @param line one serialized log line.
 */
export function redact(line: string): string {
  let clean = line.replace(SECRET_KEYS, '$1"[redacted]"');
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
  return clean;
}
