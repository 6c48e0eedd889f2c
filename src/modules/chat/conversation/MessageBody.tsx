import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Location20Regular } from '@fluentui/react-icons/svg/location';
import { isObject, type Json } from '../../../contracts/json.ts';
import { formatNumber, toE164Digits } from '../../../contracts/phone-number.ts';
import type { ChatMessage } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { MediaContent } from './MediaContent.tsx';
import { mapOf } from '../core/place.ts';
import { MessageText } from './MessageText.tsx';

const useStyles = makeStyles({
  faint: { color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
  head: { fontWeight: tokens.fontWeightSemibold },
  foot: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '6px' },
  button: {
    padding: '2px 8px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
  },
  place: { display: 'flex', alignItems: 'center', columnGap: '8px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
});

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objects = (value: Json | undefined) => (Array.isArray(value) ? value.filter(isObject) : []);

/** Choices that a message of ours offers. */
function Choices({ titles }: { titles: readonly string[] }) {
  const styles = useStyles();
  if (titles.length === 0) return null;
  return (
    <div className={styles.buttons}>
      {titles.map((title, at) => (
        <span key={at} className={styles.button}>
          {title}
        </span>
      ))}
    </div>
  );
}

/** Content of a message, by its type. Nothing of it is ever markup. */
export function MessageBody({ message }: { message: ChatMessage }) {
  const styles = useStyles();
  const t = useText();
  const { type, content, details, isDeleted } = message;
  if (isDeleted) return <div className={styles.faint}>{t('chat.deleted')}</div>;
  switch (type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return (
        <>
          <MediaContent message={message} />
          {content !== '' && <MessageText text={content} />}
        </>
      );
    case 'template':
      return (
        <>
          {message.media && <MediaContent message={message} />}
          {text(details['header']) !== '' && <div className={styles.head}>{text(details['header'])}</div>}
          <MessageText text={content} />
          {text(details['footer']) !== '' && <div className={styles.foot}>{text(details['footer'])}</div>}
          <Choices titles={objects(details['buttons']).map((button) => text(button['text']))} />
        </>
      );
    case 'location': {
      const place = `${String(details['latitude'])},${String(details['longitude'])}`;
      return (
        <div className={styles.place}>
          <Location20Regular />
          <div>
            <div>{text(details['name']) || text(details['address']) || place}</div>
            {text(details['name']) !== '' && <div className={styles.foot}>{text(details['address'])}</div>}
            <Link
              href={mapOf(Number(details['latitude']), Number(details['longitude']))}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('chat.openMap')}
            </Link>
          </div>
        </div>
      );
    }
    case 'interactive':
      return (
        <>
          <MessageText text={content || t('chat.types.interactive')} />
          <Choices titles={objects(details['options']).map((option) => text(option['title']))} />
        </>
      );
    case 'contacts':
      return (
        <ul className={styles.list}>
          {objects(details['contacts']).map((contact, at) => (
            <li key={at}>
              {text(contact['name'])}{' '}
              {(Array.isArray(contact['phones']) ? contact['phones'] : [])
                .map((phone) => formatNumber(toE164Digits(String(phone)) ?? String(phone)))
                .join(', ')}
            </li>
          ))}
        </ul>
      );
    case 'order':
      return (
        <>
          <div className={styles.head}>{t('chat.types.order')}</div>
          <ul className={styles.list}>
            {objects(details['items']).map((item, at) => (
              <li key={at}>{`${String(item['quantity'] ?? '')} × ${text(item['product'])}`}</li>
            ))}
          </ul>
        </>
      );
    case 'unsupported':
    case 'system':
      return <div className={styles.faint}>{t('chat.types.unsupported')}</div>;
    case 'note':
      return (
        <MessageText
          text={content}
          marked={objects(details['mentions']).map((person) => `@${text(person['name'])}`)}
        />
      );
    default:
      return <MessageText text={content || t(`chat.types.${type}`)} />;
  }
}
