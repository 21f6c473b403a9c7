/** Where the keyboard goes when the filters are cleared. */
export const HISTORY_FILTER_ID = 'history-project'
