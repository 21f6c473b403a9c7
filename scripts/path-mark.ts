/** The placeholder for the path of the desk in a build (`base-path.ts`). No other text looks like it. */
export const PATH_MARK = '/__portrait_desk_path__'
