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

// Its style sheet is added by script at run time, which a strict Content-Security-Policy forbids; ours sizes the icons.
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

/** Draws an icon of Font Awesome. */
export const FontAwesome = ({ name }: IconProps) => <FontAwesomeIcon icon={icons[name]} />;
