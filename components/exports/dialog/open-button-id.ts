/** The button "Download photos", to which the focus returns when a download card is dismissed. */
export const OPEN_BUTTON_ID = 'download-photos'
