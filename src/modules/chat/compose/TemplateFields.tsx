import { Button, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { Attach20Regular } from '@fluentui/react-icons/svg/attach';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { useId, useState } from 'react';
import { isParameterText, type HeaderKind, type MessageTemplate } from '../../../contracts/support.ts';
import type { PickedFile } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { FieldFrame, Icon, noteId } from '../../../ui/index.ts';
import { acceptOf, isOfKind, kindOf, acceptedFilesOf } from '../core/file-kinds.ts';
import { fieldsOf, fillText, headerKindOf, readableName } from '../core/template.ts';
import { useFileAddress } from '../conversation/useFileAddress.ts';

const useStyles = makeStyles({
  title: {
    margin: '0 0 6px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightSemibold,
  },
  bubble: {
    padding: '10px 12px',
    marginBottom: '12px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  head: { fontWeight: tokens.fontWeightSemibold },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '6px' },
  button: {
    padding: '2px 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
  },
  media: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '180px',
    marginBottom: '6px',
    borderRadius: tokens.borderRadiusMedium,
  },
  document: { display: 'flex', alignItems: 'center', columnGap: '8px', marginBottom: '6px' },
  missing: {
    display: 'grid',
    placeItems: 'center',
    height: '72px',
    marginBottom: '6px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  // As high as a field of one line.
  line: { '& > textarea': { minHeight: '30px' } },
  file: { display: 'flex', alignItems: 'center', columnGap: '8px', minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  wrong: { margin: '4px 0 0', color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
  hint: { margin: '4px 0 0', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** A template as the customer will see it, with a field for each of its parameters and for the file of its header. */
export function TemplateFields({
  template,
  values,
  onChange,
  file,
  onFile,
}: {
  template: MessageTemplate;
  values: Readonly<Record<string, string>>;
  onChange(values: Readonly<Record<string, string>>): void;
  file: PickedFile | null;
  onFile(file: PickedFile | null): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const find = (type: string) => template.components.find((one) => one.type === type);
  const [header, body, footer, buttons] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].map(find);
  const kind = headerKindOf(template);
  return (
    <>
      <h3 className={styles.title}>{t('chat.preview')}</h3>
      <div className={styles.bubble} aria-live="polite">
        {kind !== null &&
          (file ? (
            <FilePreview key={`${file.name} ${file.size}`} kind={kind} file={file} />
          ) : (
            <div className={styles.missing}>{t(`chat.types.${kind}`)}</div>
          ))}
        {header?.text !== undefined && (
          <div className={styles.head}>{fillText(header.text, 'header', values)}</div>
        )}
        {fillText(body?.text ?? '', 'body', values)}
        {footer?.text !== undefined && <div className={styles.meta}>{footer.text}</div>}
        {buttons?.buttons && (
          <div className={styles.buttons}>
            {buttons.buttons.map(({ text }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- buttons of a template that never change
              <span key={at} className={styles.button}>
                {text}
              </span>
            ))}
          </div>
        )}
      </div>
      {kind !== null && <HeaderFile key={template.name} kind={kind} file={file} onFile={onFile} />}
      {fieldsOf(template).map(({ key, name, example }) => (
        <Parameter
          key={key}
          id={`${id}${key}`}
          label={readableName(name) || t('chat.field', { name })}
          example={example}
          value={values[key] ?? ''}
          onChange={(value) => onChange({ ...values, [key]: value })}
        />
      ))}
    </>
  );
}

/** The value of a parameter. Pasted texts keep their lines, so that they can be refused: a field of one line would join their words. */
function Parameter({
  id,
  label,
  example,
  value,
  onChange,
}: {
  id: string;
  label: string;
  example: string;
  value: string;
  onChange(value: string): void;
}) {
  const styles = useStyles();
  const t = useText();
  const isTaken = isParameterText(value);
  return (
    <FieldFrame id={id} label={label} error={isTaken ? undefined : t('chat.plainFirst')} bare>
      <Textarea
        id={id}
        className={styles.line}
        rows={Math.min(value.split('\n').length, 4)}
        value={value}
        placeholder={example}
        maxLength={1024}
        aria-invalid={!isTaken}
        aria-describedby={isTaken ? undefined : noteId(id)}
        onChange={(_, { value: next }) => onChange(next)}
        onKeyDown={(event) => {
          // The dialog submits with Ctrl.
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </FieldFrame>
  );
}

/** The file of a header: chosen here, and refused here with what the provider takes. */
function HeaderFile({
  kind,
  file,
  onFile,
}: {
  kind: HeaderKind;
  file: PickedFile | null;
  onFile(file: PickedFile | null): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const id = useId();
  const [refusal, setRefusal] = useState('');
  const taken = { kind: t(`chat.types.${kind}`), ...acceptedFilesOf(kind) };
  const choose = async (): Promise<void> => {
    const [chosen] = await host.pick({ accept: acceptOf(kind), multiple: false });
    if (!chosen) return;
    const { isTooLarge, limit } = kindOf(chosen);
    const reason = !isOfKind(chosen, kind)
      ? t('chat.wrongHeader', { name: chosen.name, ...taken })
      : isTooLarge
        ? t('chat.tooLarge', { name: chosen.name, limit })
        : '';
    setRefusal(reason);
    onFile(reason === '' ? chosen : null);
  };
  return (
    <FieldFrame id={id} label={t(`chat.types.${kind}`)} bare>
      <div className={styles.file}>
        <Button
          id={id}
          icon={<Attach20Regular />}
          aria-label={`${t(file ? 'chat.changeFile' : 'chat.chooseFile')}: ${taken.kind}`}
          onClick={() => void choose()}
        >
          {t(file ? 'chat.changeFile' : 'chat.chooseFile')}
        </Button>
        {file && <span className={styles.name}>{file.name}</span>}
        {file && (
          <Button
            size="small"
            appearance="subtle"
            icon={<Icon name="dismiss" size={16} />}
            aria-label={t('chat.remove', { name: file.name })}
            onClick={() => onFile(null)}
          />
        )}
      </div>
      {refusal === '' ? (
        <p className={styles.hint}>{t('chat.takenOf', taken)}</p>
      ) : (
        <p role="alert" className={styles.wrong}>
          {refusal}
        </p>
      )}
    </FieldFrame>
  );
}

/** Preview of a file as the customer will see it. */
function FilePreview({ kind, file }: { kind: HeaderKind; file: PickedFile }) {
  const styles = useStyles();
  const address = useFileAddress(kind === 'document' ? null : file);
  if (address !== null && kind === 'image')
    return <img className={styles.media} src={address} alt={file.name} />;
  if (address !== null && kind === 'video')
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file that the agent is about to send
    return <video className={styles.media} src={address} controls aria-label={file.name} />;
  return (
    <div className={styles.document}>
      <Document20Regular />
      <span className={styles.name}>{file.name}</span>
    </div>
  );
}
