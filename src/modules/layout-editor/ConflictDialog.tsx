import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { DefinitionConflict } from '../../contracts/definitions.ts';
import type { Json } from '../../contracts/json.ts';
import { useText } from '../../engine/react/index.ts';
import { useNodeName, type Draft } from '../../editor/index.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '16px' },
  item: { display: 'flex', flexDirection: 'column', gap: '4px' },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  path: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  value: {
    display: 'block',
    maxHeight: '120px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
});

const shown = (value: Json | undefined, none: string): string =>
  value === undefined ? none : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function NodeTitle({ nodeKey }: { nodeKey: string }) {
  return <>{useNodeName(nodeKey)}</>;
}

/** Both sides of what two people changed differently; one of them is chosen for each. */
export function ConflictDialog({
  draft,
  conflicts,
}: {
  draft: Draft;
  conflicts: readonly DefinitionConflict[];
}) {
  const styles = useStyles();
  const t = useText();
  const [theirs, setTheirs] = useState<readonly boolean[]>(() => conflicts.map(() => false));
  return (
    <Dialog open modalType="alert">
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('editor.conflict.title')}</DialogTitle>
          <DialogContent className={styles.list}>
            <p>{t('editor.conflict.text', { count: conflicts.length })}</p>
            {conflicts.map((conflict, at) => (
              <section key={`${conflict.nodeId} ${conflict.pointer}`} className={styles.item}>
                <h3 className={styles.name}>
                  {conflict.nodeId === null ? (
                    t('editor.status.view')
                  ) : (
                    <NodeTitle nodeKey={conflict.nodeId} />
                  )}{' '}
                  <span className={styles.path}>{conflict.pointer}</span>
                </h3>
                <RadioGroup
                  value={theirs[at] ? 'theirs' : 'mine'}
                  onChange={(_, { value }) =>
                    setTheirs(theirs.map((one, index) => (index === at ? value === 'theirs' : one)))
                  }
                >
                  <Radio
                    value="mine"
                    label={
                      <>
                        {t('editor.conflict.mine')}
                        <span className={styles.value}>
                          {shown(conflict.mine, t('editor.conflict.removed'))}
                        </span>
                      </>
                    }
                  />
                  <Radio
                    value="theirs"
                    label={
                      <>
                        {t('editor.conflict.theirs')}
                        <span className={styles.value}>
                          {shown(conflict.theirs, t('editor.conflict.removed'))}
                        </span>
                      </>
                    }
                  />
                </RadioGroup>
              </section>
            ))}
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={() => draft.resolve(theirs)}>
              {t('editor.conflict.take')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
