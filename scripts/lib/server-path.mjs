/** Addresses that the server answers, with what follows them; all others are pages of the client. */
export const serverPath =
  /^\/(?:(?:adm|api|handler|dev|docs|healthz|readyz|metrics)|users\/[^/?]+\/groups)(?:[/?]|$)/;
