import type { CustomerRecord } from '../state/records.ts'
import { FIRST_CUSTOMER_ID, OTHER_CUSTOMER_ID } from './projects.ts'

export const CUSTOMERS: readonly CustomerRecord[] = [
  {
    id: FIRST_CUSTOMER_ID,
    name: 'Musterwerk AG',
    account: 'active',
    locale: 'de',
    image_sizes: [
      { label: 'Intranet', width: 600, height: 800 },
      { label: 'Dienstausweis', width: 413, height: 531 },
      { label: 'Quadrat', width: 648, height: 648 },
      { label: 'Vorschau', width: 240, height: 240 },
    ],
  },
  {
    id: OTHER_CUSTOMER_ID,
    name: 'Beispiel & Söhne GmbH',
    account: 'active',
    locale: 'en',
    image_sizes: [{ label: 'Web', width: 400, height: 300 }],
  },
]
