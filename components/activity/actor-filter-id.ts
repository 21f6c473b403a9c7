/** Where the focus goes when what had it is gone. */
export const ACTOR_FILTER_ID = 'activity-actor'
