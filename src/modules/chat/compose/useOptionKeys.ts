import { useState } from 'react';
import type { KeyboardEvent } from 'react';

export interface OptionKeys<Option> {
  options: readonly Option[];
  active: number;
  choose(option: Option): void;
  /** @returns whether the key was for the list */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The keys of a list of options beside a field for text, which keeps the focus. */
export function useOptionKeys<Option>(
  options: readonly Option[],
  onChoose: (option: Option) => void,
  onClose: () => void,
): OptionKeys<Option> {
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(0, options.length - 1));
  const choose = (option: Option): void => {
    setChosen(0);
    onChoose(option);
  };
  return {
    options,
    active,
    choose,
    onKeyDown(event) {
      const [step, option] = [{ ArrowDown: 1, ArrowUp: -1 }[event.key], options[active]];
      if (!option || event.nativeEvent.isComposing) return false;
      if (step !== undefined) setChosen((active + step + options.length) % options.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(option);
      else if (event.key === 'Escape') onClose();
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
