import { useRichStyles } from './rich-styles.ts';
import { sanitiseRichText } from './rich-text.ts';

/** Rich text to be read; cleaned again, as it may come from anywhere. */
export default function ReadRichText({ html }: { html: string }) {
  const styles = useRichStyles();
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: sanitiseRichText(html) }} />;
}
