import { config } from '@fortawesome/fontawesome-svg-core';
import {
  faBookOpen,
  faBowlFood,
  faClock,
  faEnvelope,
  faKitchenSet,
  faLocationDot,
  faPhone,
  faUtensils,
} from '@fortawesome/free-solid-svg-icons';
import { FontAwesomeIcon } from '@fortawesome/react-fontawesome';

// The Content-Security-Policy blocks the style sheet that Font Awesome adds at run time; the site's CSS sizes the icons.
config.autoAddCss = false;

const icons = {
  'book-open': faBookOpen,
  'bowl-food': faBowlFood,
  clock: faClock,
  envelope: faEnvelope,
  'kitchen-set': faKitchenSet,
  'location-dot': faLocationDot,
  phone: faPhone,
  utensils: faUtensils,
};

export interface IconProps {
  name: keyof typeof icons;
}

/** Renders a Font Awesome icon. */
export const FontAwesome = ({ name }: IconProps) => <FontAwesomeIcon icon={icons[name]} />;
