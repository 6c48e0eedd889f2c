import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useId, useRef, useState } from 'react';
import type { AriaAttributes, KeyboardEvent } from 'react';
import type { ChoiceOption } from './ChoiceList.tsx';
import { LazyComponent } from '../states/LazyComponent.tsx';
import { lazyComponent, shellPatience } from '../states/lazy-source.ts';
import { usePhone } from '../room/media.ts';

export interface ChoiceProps extends Pick<
  AriaAttributes,
  'aria-label' | 'aria-invalid' | 'aria-required' | 'aria-describedby'
> {
  /** A label with this `htmlFor` names the control; else `aria-label` does. */
  id?: string;
  name?: string;
  value: string;
  options: readonly ChoiceOption[];
  /** Text of an option before the others, whose value is ''; the control shows it faintly. */
  placeholder?: string;
  /** Stands in a bar of 44 px; its options are short. */
  small?: boolean;
  /** Choosing what is chosen already calls `onChange` too, but for a device's own list, which does not say so. */
  again?: boolean;
  disabled?: boolean;
  /** Of the control, where it looks otherwise. */
  className?: string | undefined;
  onChange(value: string): void;
  onBlur?: () => void;
}

// Its positioning weighs more than the fields that open it.
const list = lazyComponent(() => import('./ChoiceList.tsx'), shellPatience);

/**
 * One of few options. With a mouse or keyboard a button with a list below it, whose focus never leaves the button; on
 * phones the device's own list. The list's code is loaded when pointer or focus comes to the button.
 */
export function Choice({
  value,
  options: given,
  placeholder,
  small = false,
  again = false,
  className,
  onChange,
  onBlur,
  ...rest
}: ChoiceProps) {
  const listId = useId();
  const phone = usePhone();
  const button = useRef<HTMLButtonElement>(null);
  /** How the list was opened; null while it is closed. */
  const [opened, setOpened] = useState<'pointer' | 'keyboard' | null>(null);
  const [active, setActive] = useState<string>();
  const [isLost, setLost] = useState(false);
  /** A letter that opened the list, and those typed until its code is there. */
  const typed = useRef('');
  const options = placeholder === undefined ? given : [{ value: '', label: placeholder }, ...given];
  const chosen = options.find((option) => String(option.value) === value);
  const shared = {
    ...rest,
    value,
    'data-unchosen': placeholder !== undefined && value === '' ? '' : undefined,
    className: className === undefined ? 'choice-box' : `choice-box ${className}`,
  };
  const close = () => {
    typed.current = '';
    setOpened(null);
    setActive(undefined);
  };

  /** Until the list's code is there; then the list hears the keys before this. */
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isLetter) typed.current += key;
    if (opened !== null && key === 'Escape') close();
    else if (isLetter || ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) setOpened('keyboard');
    else return;
    event.preventDefault();
    // A dialog around it stays open.
    event.stopPropagation();
  }

  return (
    <span className={`choice ${small ? 'choice-small' : className === undefined ? 'choice-wide' : ''}`}>
      {phone || isLost ? (
        // Without the list's code the device's own list serves too.
        <select {...shared} onBlur={onBlur} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option
              key={String(option.value)}
              value={String(option.value)}
              lang={option.lang}
              disabled={option.disabled === true}
            >
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <button
          {...shared}
          ref={button}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={opened !== null}
          aria-controls={opened === null ? undefined : listId}
          aria-activedescendant={active}
          onPointerEnter={list.preload}
          onFocus={list.preload}
          onKeyDown={onKeyDown}
          // Firefox presses a button with Space even where the key was handled.
          onKeyUp={(event) => {
            if (event.key === ' ') event.preventDefault();
          }}
          onClick={({ detail }) => {
            // Safari does not focus a button that is pressed.
            button.current?.focus();
            if (opened === null) setOpened(detail === 0 ? 'keyboard' : 'pointer');
            else close();
          }}
          onBlur={() => {
            close();
            onBlur?.();
          }}
        >
          {chosen?.label ?? value}
        </button>
      )}
      <ChevronDown16Regular aria-hidden />
      {opened !== null && (
        <LazyComponent source={list} onFailed={() => setLost(true)}>
          {(ChoiceList) => (
            <ChoiceList
              id={listId}
              button={button.current}
              label={rest['aria-label']}
              options={options}
              value={value}
              typed={typed.current}
              byKeyboard={opened === 'keyboard'}
              onActive={setActive}
              onChoose={(next) => {
                close();
                if (again || next !== value) onChange(next);
              }}
              onClose={close}
            />
          )}
        </LazyComponent>
      )}
    </span>
  );
}
