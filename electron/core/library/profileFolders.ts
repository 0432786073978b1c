import { realpath } from '../drive'
import { isInside } from '../insidePath'

/**
 * Whether a folder is the profile, or in it, however it is reached. No library is begun there: whatever isn't known in the
 * profile's own folders is removed at each start. Absolute paths; false for a folder that isn't there.
 */
export async function isOfProfile(folder: string, profile: string): Promise<boolean> {
  const [real, own] = await Promise.all([folder, profile].map((path) => realpath(path).catch(() => path)))
  return real !== undefined && own !== undefined && (real === own || isInside(real, own))
}
