import { useEffect, useState } from 'react';
import type { PickedFile } from '../../../engine/core/index.ts';

/** An address under which the page shows a file of the user; null while there is none. It ends with the component. */
export function useFileAddress(file: PickedFile | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!(file instanceof Blob)) return undefined;
    const made = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as what shows it
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
