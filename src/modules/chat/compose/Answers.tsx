import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { Chat } from '../../../contracts/support.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { answersFor, fillAnswer, type CannedAnswer } from '../core/answers.ts';
import { cutText } from '../list/preview.ts';
import { useOptionKeys, type OptionKeys } from './useOptionKeys.ts';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    insetInline: '0',
    insetBlockEnd: '100%',
    marginBottom: '4px',
    maxHeight: '260px',
    overflowY: 'auto',
    padding: '4px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    zIndex: 3,
  },
  option: {
    display: 'grid',
    rowGap: '2px',
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
  shortcut: { fontWeight: tokens.fontWeightSemibold },
  text: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** Canned answers, which a text that begins with a slash asks for. */
export function useAnswers(
  chat: Chat,
  text: string,
  onChoose: (text: string) => void,
): OptionKeys<CannedAnswer> {
  const { host } = useHost();
  const [all, setAll] = useState<readonly CannedAnswer[] | null>(null);
  const [closed, setClosed] = useState('');
  const isWanted = text.startsWith('/');
  const { channelId } = chat;
  useEffect(() => {
    if (!isWanted || all !== null) return;
    host.run({ method: 'get', address: `/adm/v2/sup/answer?channelId=${channelId}&perPage=500` }).then(
      (reply) => setAll((reply as { data: { rows: CannedAnswer[] } }).data.rows),
      // The typed text is sent as it is.
      () => undefined,
    );
  }, [host, channelId, isWanted, all]);
  const found = isWanted && closed !== text ? answersFor(all ?? [], text) : [];
  return useOptionKeys(
    found,
    (answer) =>
      onChoose(
        fillAnswer(answer.text, {
          nome: chat.contact?.name ?? chat.name,
          atendente: host.user.name,
          empresa: chat.companyName,
        }),
      ),
    () => setClosed(text),
  );
}

/** The canned answers above the field for text, which keeps the focus. */
export function AnswerList({ answers: { options, active, choose } }: { answers: OptionKeys<CannedAnswer> }) {
  const styles = useStyles();
  const t = useText();
  if (options.length === 0) return null;
  return (
    <div className={styles.list} role="listbox" aria-label={t('chat.answers')}>
      {options.map((answer, at) => (
        /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field for text has the focus and hears the keys */
        <div
          key={answer.id}
          role="option"
          aria-selected={at === active}
          className={mergeClasses(styles.option, at === active && styles.active)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(answer)}
        >
          <span>
            <span className={styles.shortcut}>/{answer.shortcut}</span> {answer.title}
          </span>
          <span className={styles.text}>{cutText(answer.text, 160)}</span>
        </div>
      ))}
    </div>
  );
}
