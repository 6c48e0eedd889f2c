import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { Icon } from '../../../ui/index.ts';
import { useText } from '../hooks.ts';

/**
 * The form was editable and no longer is: what is typed stays readable, and is not what is stored.
 * `refused`: the right to the whole screen ended, as that to create does.
 */
export function RightLostBar({ refused }: { refused: boolean }) {
  const t = useText();
  return (
    <MessageBar intent="warning" icon={<Icon name="warning" />} layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{t(refused ? 'form.rightLost.screen' : 'form.rightLost.title')}</MessageBarTitle>
        {t('form.rightLost.typed')}
      </MessageBarBody>
    </MessageBar>
  );
}
