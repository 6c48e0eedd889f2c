import { Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { InputProps } from '@fluentui/react-components';
import { Icon } from '../marks/Icon.tsx';

const useStyles = makeStyles({ root: { width: '100%' } });

/** A field for the text to search by. Its hits stand elsewhere; see `OptionSearch` for one with a list of options. */
export function SearchField({
  label,
  text,
  onText,
  className,
  ...props
}: {
  /** Its name, shown in it while it is empty. */
  label: string;
  text: string;
  onText(text: string): void;
} & Pick<InputProps, 'className' | 'maxLength' | 'onKeyDown'>) {
  const styles = useStyles();
  return (
    <Input
      {...props}
      className={mergeClasses(styles.root, className)}
      type="search"
      value={text}
      placeholder={label}
      aria-label={label}
      contentBefore={<Icon name="search" />}
      onChange={(_, { value }) => onText(value)}
    />
  );
}
