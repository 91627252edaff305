/** The limits of docs/limits.md that the page alone uses. */

/** Timeout for the response to an uploaded file: pictures wait for their turn to be decoded. */
export const UPLOAD_TIMEOUT_MS = 60_000
export const PAGE_BUTTONS_MAX = 5
/** Threads or replies per page of a member's own content. */
export const MY_CONTENT_PAGE_SIZE = 5
export const UNREAD_POLL_MS = 30_000
/** The longest side to which a picture is reduced before it is uploaded, in pixels. */
export const PICTURE_SIDE = 2_560
