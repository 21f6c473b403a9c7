/** Downloads that are on their way when the desk is asked to stop may go on for so long. */
export const DOWNLOADS_END_MS = 30_000
