/** The top of the list, to which a turned page returns. */
export const LIST_ID = 'employees'
