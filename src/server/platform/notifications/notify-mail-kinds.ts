/** The job that mails one notification. */
export const NOTIFICATION_MAIL = 'notification-mail';
/** The job that mails what a person was notified of since their last mail. */
export const NOTIFICATION_DIGEST = 'notification-digest';
/** Attempts over about five hours in which the mail server is down. */
export const mailAttempts = 15;
