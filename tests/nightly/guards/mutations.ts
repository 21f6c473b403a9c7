import { ACCESS_MUTATIONS } from './access-mutations.ts'
import { ACTIVITY_MUTATIONS } from './activity-mutations.ts'
import { BATCH_MUTATIONS } from './batch-mutations.ts'
import { DELIVERY_MUTATIONS } from './delivery-mutations.ts'
import { DESK_MUTATIONS } from './desk-mutations.ts'
import { EXPORT_MUTATIONS } from './export-mutations.ts'
import { IMPORT_MUTATIONS } from './import-mutations.ts'
import { IMPORT_READ_MUTATIONS } from './import-read-mutations.ts'
import { IMPORT_SEND_MUTATIONS } from './import-send-mutations.ts'
import { INSTALL_MUTATIONS } from './install-mutations.ts'
import { JOB_MUTATIONS } from './job-mutations.ts'
import { MIRROR_MUTATIONS } from './mirror-mutations.ts'
import type { Mutation } from './mutation.ts'
import { PASSWORD_MUTATIONS } from './password-mutations.ts'
import { PEOPLE_MUTATIONS } from './people-mutations.ts'
import { PERSONAL_DATA_MUTATIONS } from './personal-data-mutations.ts'
import { PHOTO_MUTATIONS } from './photo-mutations.ts'
import { QUOTA_MUTATIONS } from './quota-mutations.ts'
import { REQUEST_MUTATIONS } from './request-mutations.ts'
import { SERVICE_MUTATIONS } from './service-mutations.ts'
import { SESSION_MUTATIONS } from './session-mutations.ts'
import { SETTINGS_MUTATIONS } from './settings-mutations.ts'
import { SHARED_BUDGET_MUTATIONS } from './shared-budget-mutations.ts'
import { SIGN_ON_MUTATIONS } from './sign-on-mutations.ts'
import { STORE_MUTATIONS } from './store-mutations.ts'

/** Every place with a rule of its own has a row. */
export const MUTATIONS: Mutation[] = [
  ...REQUEST_MUTATIONS,
  ...ACCESS_MUTATIONS,
  ...SIGN_ON_MUTATIONS,
  ...SESSION_MUTATIONS,
  ...MIRROR_MUTATIONS,
  ...PASSWORD_MUTATIONS,
  ...SERVICE_MUTATIONS,
  ...SHARED_BUDGET_MUTATIONS,
  ...DESK_MUTATIONS,
  ...PEOPLE_MUTATIONS,
  ...JOB_MUTATIONS,
  ...BATCH_MUTATIONS,
  ...IMPORT_MUTATIONS,
  ...IMPORT_READ_MUTATIONS,
  ...IMPORT_SEND_MUTATIONS,
  ...EXPORT_MUTATIONS,
  ...DELIVERY_MUTATIONS,
  ...PHOTO_MUTATIONS,
  ...PERSONAL_DATA_MUTATIONS,
  ...ACTIVITY_MUTATIONS,
  ...QUOTA_MUTATIONS,
  ...SETTINGS_MUTATIONS,
  ...INSTALL_MUTATIONS,
  ...STORE_MUTATIONS,
]
