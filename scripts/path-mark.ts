/** What a build has where the path of the desk will stand (`base-path.ts`): like nothing that anybody writes. */
export const PATH_MARK = '/__portrait_desk_path__'
