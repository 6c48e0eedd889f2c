import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Location20Regular } from '@fluentui/react-icons/svg/location';
import { objectsOf, textOrEmpty } from '../../../contracts/json.ts';
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
          {textOrEmpty(details['header']) !== '' && (
            <div className={styles.head}>{textOrEmpty(details['header'])}</div>
          )}
          <MessageText text={content} />
          {textOrEmpty(details['footer']) !== '' && (
            <div className={styles.foot}>{textOrEmpty(details['footer'])}</div>
          )}
          <Choices titles={objectsOf(details['buttons']).map((button) => textOrEmpty(button['text']))} />
        </>
      );
    case 'location': {
      const place = `${String(details['latitude'])},${String(details['longitude'])}`;
      return (
        <div className={styles.place}>
          <Location20Regular />
          <div>
            <div>{textOrEmpty(details['name']) || textOrEmpty(details['address']) || place}</div>
            {textOrEmpty(details['name']) !== '' && (
              <div className={styles.foot}>{textOrEmpty(details['address'])}</div>
            )}
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
          <Choices titles={objectsOf(details['options']).map((option) => textOrEmpty(option['title']))} />
        </>
      );
    case 'contacts':
      return (
        <ul className={styles.list}>
          {objectsOf(details['contacts']).map((contact, at) => (
            <li key={at}>
              {textOrEmpty(contact['name'])}{' '}
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
            {objectsOf(details['items']).map((item, at) => (
              <li key={at}>{`${String(item['quantity'] ?? '')} × ${textOrEmpty(item['product'])}`}</li>
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
          marked={objectsOf(details['mentions']).map((person) => `@${textOrEmpty(person['name'])}`)}
        />
      );
    default:
      return <MessageText text={content || t(`chat.types.${type}`)} />;
  }
}
