/** Kind of the owner of photos, whose id is the person's. */
export const PHOTO_OWNER = 'photo';
/** Characters of the hash in an address: 128 bits, which nobody guesses. */
export const HASH_LENGTH = 32;

/** Address of a person's photo: it changes with the content, so that browsers can keep it. */
export const photoAddress = (userId: number, sha256: string): string =>
  `/adm/v2/sec/photo/${userId}/${sha256.slice(0, HASH_LENGTH)}`;
