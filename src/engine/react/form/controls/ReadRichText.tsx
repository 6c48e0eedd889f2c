import { useRichStyles } from './rich-styles.ts';
import { sanitiseRichText } from './rich-text.ts';

/** Read-only rich text, sanitised again, as its origin is unknown. */
export default function ReadRichText({ html }: { html: string }) {
  const styles = useRichStyles();
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: sanitiseRichText(html) }} />;
}
