/** Replaces `server-only`, because these tests run in a browser. */
export {}
