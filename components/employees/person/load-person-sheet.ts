/** The sheet's code comes when a person first points at somebody. */
export const loadPersonSheet = () => import('./person-sheet.tsx')
