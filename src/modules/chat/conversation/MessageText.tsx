import { Button, Link, makeStyles } from '@fluentui/react-components';
import { Fragment, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { linksOf, pieces, splitAt } from '../core/text.ts';

/** Characters that are shown before somebody asks for the rest. */
const mostShown = 3_000;

const useStyles = makeStyles({ text: { whiteSpace: 'pre-wrap', unicodeBidi: 'plaintext' } });

/** The text of a message: its links can be pressed, and a very long one is shown in part first. */
export function MessageText({
  text,
  marked = [],
}: {
  text: string;
  /** Parts that stand out, such as the people whom a note mentions. */
  marked?: readonly string[];
}) {
  const styles = useStyles();
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || text.length <= mostShown ? text : `${text.slice(0, mostShown)}…`;
  return (
    <div className={styles.text}>
      {linksOf(shown).map(({ text: part, href }, at) =>
        href === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts of a text that never change
          <Fragment key={at}>{standingOut(part, marked)}</Fragment>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- parts of a text that never change
          <Link key={at} href={href} target="_blank" rel="noopener noreferrer">
            {broken(part)}
          </Link>
        ),
      )}
      {shown !== text && (
        <Button size="small" appearance="subtle" onClick={() => setWhole(true)}>
          {t('chat.wholeText')}
        </Button>
      )}
    </div>
  );
}

/** A text with places at which a word that is too long may break: browsers take seconds to find them by themselves. */
const broken = (text: string) =>
  pieces(text).map((piece, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text that never change
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));

const standingOut = (text: string, marked: readonly string[]) =>
  splitAt(text, marked).map(({ part, isMarked }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text that never change
    isMarked ? <strong key={at}>{part}</strong> : <Fragment key={at}>{broken(part)}</Fragment>,
  );
