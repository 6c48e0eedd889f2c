import { Button, mergeClasses, Spinner } from '@fluentui/react-components';
import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { Json } from '../../src/contracts/json.ts';
import { pictureUrl, safeUrl } from '../../src/contracts/url.ts';
import {
  isBlank,
  Link,
  useAddress,
  useBusy,
  useFormat,
  useRun,
  useText,
  Value,
  valueText,
} from '../../src/engine/react/index.ts';
import { Icon, PersonAvatar, useTooltip } from '../../src/ui/index.ts';
import { useListStyles } from './styles.ts';
import type { ListAction, ListSettings, ListView, FieldRole } from './view.ts';

function ActionButton({
  action,
  row,
  rowKey,
}: {
  action: ListAction;
  row: Record<string, Json>;
  rowKey: string | number;
}) {
  const styles = useListStyles();
  const run = useRun();
  const busy = useBusy(action.id, rowKey);
  const { trigger, tooltip } = useTooltip(action.text);
  const asIcon = action.icon !== undefined;
  return (
    <>
      <Button
        appearance="subtle"
        size={asIcon ? 'medium' : 'small'}
        className={mergeClasses(styles.action, action.danger && styles.danger)}
        {...(busy
          ? { icon: <Spinner size="tiny" aria-hidden /> }
          : action.icon
            ? { icon: <Icon name={action.icon} /> }
            : {})}
        {...(asIcon ? trigger : {})}
        disabledFocusable={busy}
        onClick={() => void run(action.do, { id: action.id, row, rowKey })}
      >
        {asIcon ? null : action.text}
      </Button>
      {tooltip}
    </>
  );
}

/** Content of a row with declared fields. */
export function RowContent({
  settings,
  view,
  index,
  press,
}: {
  settings: ListSettings;
  view: ListView;
  index: number;
  /** State of the title's button, where rows can be pressed. */
  press: { tabIndex: number; current: boolean } | null;
}) {
  const styles = useListStyles();
  const format = useFormat();
  const t = useText();
  const addressOf = useAddress();
  const row = view.rows[index];
  if (!row) return null;
  const { fields, raw } = view.fields;
  const fieldsOf = (role: FieldRole) =>
    fields.flatMap((field, at) => (field.role === role ? [{ field, raw: raw(at, index) }] : []));
  const [title] = fieldsOf('title');
  const name = title ? valueText(title.field, title.raw, format, t) : '';
  const icon = settings.iconField ? valueAt(row, settings.iconField.split('.')) : settings.icon;
  const link = safeUrl(
    settings.linkField
      ? valueAt(row, settings.linkField.split('.'))
      : settings.link && addressOf(settings.link, row),
  );
  const [text] = fieldsOf('text');
  const meta = fieldsOf('meta').filter(
    ({ field, raw: value }) => field.blank !== undefined || !isBlank(value),
  );
  const [state] = fieldsOf('state');
  const actions = view.actions(index);
  const rowKey = view.keyOf(index);
  return (
    <>
      {settings.avatar && (
        <PersonAvatar
          decorative
          size={28}
          name={name}
          image={settings.image ? pictureUrl(valueAt(row, settings.image.split('.'))) : null}
        />
      )}
      {typeof icon === 'string' && <Icon name={icon} className={styles.icon} />}
      <div className={styles.words}>
        {press ? (
          <button
            type="button"
            data-stop={index}
            tabIndex={press.tabIndex}
            aria-current={press.current || undefined}
            className={mergeClasses(styles.title, styles.press)}
            title={name}
          >
            {name}
          </button>
        ) : (
          title && (
            <span className={styles.title} title={name}>
              {link?.kind === 'own' ? (
                <Link to={link.href} className={styles.link}>
                  {name}
                </Link>
              ) : (
                <Value settings={title.field} raw={title.raw} row={row} />
              )}
            </span>
          )
        )}
        {text && (
          <span className={styles.text}>
            <Value settings={text.field} raw={text.raw} row={row} />
          </span>
        )}
        {meta.length > 0 && (
          <span className={styles.meta}>
            {meta.map(({ field, raw: value }, at) => (
              <span key={`${at} ${field.field ?? ''}`}>
                {field.label ? `${field.label}: ` : ''}
                <Value settings={field} raw={value} row={row} />
              </span>
            ))}
          </span>
        )}
      </div>
      {state && (
        <span className={styles.state}>
          <Value settings={state.field} raw={state.raw} row={row} />
        </span>
      )}
      {actions.length > 0 && (
        <span role="group" aria-label={t('widgets.list.actions', { name })} className={styles.actions}>
          {actions.map((action) => (
            <ActionButton key={action.id} action={action} row={row} rowKey={rowKey} />
          ))}
        </span>
      )}
    </>
  );
}
