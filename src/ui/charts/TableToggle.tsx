import { Button, makeStyles } from '@fluentui/react-components';
import { Icon } from '../marks/Icon.tsx';
import { useTooltip } from '../dialogs/useTooltip.tsx';
import { figureButton } from './figure-button.ts';

const useStyles = makeStyles({ toggle: figureButton });

/** Switches between a chart and the same values as a table. */
export function TableToggle({
  on,
  texts,
  toggle,
}: {
  on: boolean;
  texts: { showTable: string; showChart: string };
  toggle: () => void;
}) {
  const styles = useStyles();
  const { trigger, tooltip } = useTooltip(on ? texts.showChart : texts.showTable);
  return (
    <>
      <Button
        {...trigger}
        appearance="subtle"
        size="small"
        className={styles.toggle}
        icon={<Icon name={on ? 'chart-multiple' : 'table-simple'} size={16} />}
        onClick={toggle}
      />
      {tooltip}
    </>
  );
}
