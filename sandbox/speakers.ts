/** How texts for people name `remote`: whoever spoke at the other end of the line (Resources, Segment). */
export const OTHER = 'Other participant';
