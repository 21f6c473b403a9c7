import { DELIVERIES_MUTATIONS } from './deliveries.ts'
import { FILES_MUTATIONS } from './files.ts'
import { INSTALL_MUTATIONS } from './install.ts'
import type { Mutation } from './mutation.ts'
import { PERSONAL_DATA_MUTATIONS } from './personal-data.ts'
import { PHOTOS_MUTATIONS } from './photos.ts'
import { REQUESTS_MUTATIONS } from './requests.ts'
import { SERVICE_MUTATIONS } from './service.ts'
import { SESSIONS_MUTATIONS } from './sessions.ts'
import { SIGN_ON_MUTATIONS } from './sign-on.ts'

/** Each guard holds a sentence of docs/security.md. */
export const MUTATIONS: Mutation[] = [
  ...REQUESTS_MUTATIONS,
  ...SESSIONS_MUTATIONS,
  ...SIGN_ON_MUTATIONS,
  ...SERVICE_MUTATIONS,
  ...PHOTOS_MUTATIONS,
  ...FILES_MUTATIONS,
  ...PERSONAL_DATA_MUTATIONS,
  ...DELIVERIES_MUTATIONS,
  ...INSTALL_MUTATIONS,
]
