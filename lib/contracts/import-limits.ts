/** Separate from the schemas that use them: code that reads a file needs no zod. */

/** More people than any project has; a browser would need too much memory for a larger list. */
export const IMPORT_ROWS_MAX = 10_000
export const IMPORT_COLUMNS_MAX = 200
/** Excel's own limit for one cell. */
export const CELL_CHARACTERS_MAX = 32_767
