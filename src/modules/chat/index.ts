/** The support chat: conversations with customers over a messaging channel. */
export { Chat } from './Chat.tsx';
