import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { AlertProps } from '../../src/engine/core/index.ts';
import { useText, useVisibleChildren } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  // A column would squeeze it to no height.
  root: { flexShrink: 0 },
  // Fluent keeps it in one line until it has measured itself: its words wrap from the start.
  body: { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'normal' },
});

const intents = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** Something to know, where it matters. */
export default function Alert({ id, props, childItems: items, fire, listens }: WidgetProps<AlertProps>) {
  const styles = useStyles();
  const t = useText();
  const actions = useVisibleChildren(items);
  const says = JSON.stringify([props.intent, props.title, props.text]);
  const [putAway, setPutAway] = useState<string | null>(null);
  if (putAway === says) return null;
  const intent = props.intent ?? 'info';
  const dismiss = () => {
    setPutAway(says);
    if (listens('dismiss')) void fire('dismiss');
  };
  return (
    <MessageBar
      id={id}
      className={styles.root}
      intent={intents[intent]}
      role={intent === 'danger' || intent === 'warning' ? 'alert' : 'status'}
    >
      <MessageBarBody className={styles.body}>
        {props.title && <MessageBarTitle>{props.title}</MessageBarTitle>}
        {props.text}
      </MessageBarBody>
      {(actions.length > 0 || props.dismissible) && (
        <MessageBarActions
          {...(props.dismissible
            ? {
                containerAction: (
                  <Button
                    appearance="transparent"
                    icon={<Icon name="dismiss" />}
                    aria-label={t('widgets.alert.dismiss')}
                    onClick={dismiss}
                  />
                ),
              }
            : {})}
        >
          {actions.map((item) => item.element)}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
