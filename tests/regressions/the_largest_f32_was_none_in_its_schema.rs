//! The largest `f32` is written as its shortest decimal, which is beyond it: its own
//! schema did not take that.

use rulebook::SettingValue;

#[test]
fn an_f32_fits_its_schema() {
    let schema = jsonschema::validator_for(&f32::schema()).unwrap();
    for float in [f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::from_bits(1), -0.0, 0.1] {
        assert!(schema.is_valid(&float.to_json()), "{float}");
        assert_eq!(f32::from_json(float.to_json()).unwrap().to_bits(), float.to_bits());
    }
}
