/** The link in a person's row, to which the focus returns from the sheet. */
export function personLinkId(employeeId: number): string {
  return `person-${employeeId}`
}
