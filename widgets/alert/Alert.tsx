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
  // In a column the bar would shrink to no height.
  root: { flexShrink: 0 },
  // Fluent keeps the text in one line until it has measured the bar; here it wraps from the start.
  body: { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'normal' },
});

const intents = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** A message bar. A dismissed bar appears again when its content changes. */
export default function Alert({ id, props, childItems: items, fire, listens }: WidgetProps<AlertProps>) {
  const styles = useStyles();
  const t = useText();
  const actions = useVisibleChildren(items);
  const content = JSON.stringify([props.intent, props.title, props.text]);
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (dismissed === content) return null;
  const intent = props.intent ?? 'info';
  const dismiss = () => {
    setDismissed(content);
    if (listens('dismiss')) void fire('dismiss');
  };
  return (
    <MessageBar
      id={id}
      className={styles.root}
      intent={intents[intent]}
      {...(intent === 'danger' && { icon: <Icon name="error-circle" /> })}
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
