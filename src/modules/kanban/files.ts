import { useEffect, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';

/** Address of the content of a file. */
export const fileAddress = (id: number): string => `/adm/v2/files/${id}`;

/** Pictures are asked for at these widths. */
type PictureSize = 64 | 512;

/** Time for which a signed address is used again; it is good for five minutes. Milliseconds. */
const signedFor = 240_000;

const signed = new Map<string, { address: string; until: number }>();

/** Address that an `img` can load, signed for this session; null until it is there, and for what cannot be read. */
export function useFilePicture(id: number, size: PictureSize): string | null {
  const { host } = useHost();
  const key = `${host.user.id} ${id} ${size}`;
  const [found, setFound] = useState<{ key: string; address: string } | null>(null);
  useEffect(() => {
    let isShown = true;
    const show = (address: string) => {
      if (isShown) setFound({ key, address });
    };
    const now = host.now().getTime();
    const known = signed.get(key);
    const load = async (): Promise<string> => {
      if (known && known.until > now) return known.address;
      const reply = await host.run({ method: 'get', address: `${fileAddress(id)}/address?size=${size}` });
      const { address } = (reply as { data: { address: string } }).data;
      signed.set(key, { address, until: now + signedFor });
      return address;
    };
    // A picture that is gone leaves its room empty.
    load().then(show, () => undefined);
    return () => {
      isShown = false;
    };
  }, [host, id, size, key]);
  return found?.key === key ? found.address : null;
}
