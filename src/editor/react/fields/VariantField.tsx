import { makeStyles } from '@fluentui/react-components';
import { useContext, useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { StateField, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { FieldPlaceContext } from './field-place.ts';
import type { Variant } from './object-fields.ts';

const useStyles = makeStyles({ root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 } });

/** The choice of one of several properties, above the field of the chosen one. */
export function VariantField({ variant, children }: { variant: Variant; children: ReactNode }) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { nameKey } = useContext(FieldPlaceContext);
  const { names, chosen, choose } = variant;
  const settings = useMemo<StateFieldSettings>(
    () => ({
      label: t('panel.actions.variant'),
      control: 'select',
      required: true,
      options: names.map((name) => ({ value: name, label: t(nameKey(name)) })),
    }),
    [names, nameKey, t],
  );
  return (
    <div className={styles.root}>
      <StateField
        id={id}
        settings={settings}
        value={chosen}
        onChange={(next) => {
          if (typeof next === 'string' && next !== chosen && names.includes(next)) choose(next);
        }}
        bare
      />
      {children}
    </div>
  );
}
