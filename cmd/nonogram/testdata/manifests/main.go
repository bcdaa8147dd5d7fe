// Command manifests reads Kubernetes manifests into the types of the API, strictly: a field
// that does not exist, a value of another type, a quantity that is none or a field that
// stands twice is an error. It also tells where a selector does not select the pods of its
// own template, which the types cannot know.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// kinds are the objects that the project deploys.
var kinds = map[metav1.TypeMeta]func() any{
	{APIVersion: "v1", Kind: "ConfigMap"}:                       func() any { return new(corev1.ConfigMap) },
	{APIVersion: "v1", Kind: "Service"}:                         func() any { return new(corev1.Service) },
	{APIVersion: "networking.k8s.io/v1", Kind: "NetworkPolicy"}: func() any { return new(networkingv1.NetworkPolicy) },
	{APIVersion: "policy/v1", Kind: "PodDisruptionBudget"}:      func() any { return new(policyv1.PodDisruptionBudget) },
	{APIVersion: "apps/v1", Kind: "StatefulSet"}:                func() any { return new(appsv1.StatefulSet) },
	{APIVersion: "apps/v1", Kind: "Deployment"}:                 func() any { return new(appsv1.Deployment) },
	{APIVersion: "batch/v1", Kind: "Job"}:                       func() any { return new(batchv1.Job) },
}

func main() {
	var all []error
	for _, name := range os.Args[1:] {
		data, err := os.ReadFile(name)
		if err != nil {
			all = append(all, err)
			continue
		}
		for i, document := range bytes.Split(data, []byte("\n---\n")) {
			if err := check(document); err != nil {
				all = append(all, fmt.Errorf("%s, object %d: %w", name, i+1, err))
			}
		}
	}
	if err := errors.Join(all...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(document []byte) error {
	var kind metav1.TypeMeta
	if err := yaml.Unmarshal(document, &kind); err != nil {
		return err
	}
	blank, ok := kinds[kind]
	if !ok {
		return fmt.Errorf("found %s of %s, which is none of the kinds that this checks", kind.Kind, kind.APIVersion)
	}
	object := blank()
	if err := yaml.UnmarshalStrict(document, object); err != nil {
		return err
	}
	switch o := object.(type) {
	case *appsv1.StatefulSet:
		return selects(o.Spec.Selector, &o.Spec.Template)
	case *appsv1.Deployment:
		return selects(o.Spec.Selector, &o.Spec.Template)
	case *batchv1.Job:
		return complete(&o.Spec.Template)
	}
	return nil
}

func selects(s *metav1.LabelSelector, t *corev1.PodTemplateSpec) error {
	if s == nil || len(s.MatchLabels) == 0 {
		return errors.New("there is no selector")
	}
	for key, value := range s.MatchLabels {
		if t.Labels[key] != value {
			return fmt.Errorf("the selector asks for %s: %s, the template has %q", key, value, t.Labels[key])
		}
	}
	return complete(t)
}

// complete tells of what every container has to have.
func complete(t *corev1.PodTemplateSpec) error {
	if len(t.Spec.Containers) == 0 {
		return errors.New("there is no container")
	}
	for _, c := range t.Spec.Containers {
		if c.Name == "" || c.Image == "" {
			return fmt.Errorf("container %q has the image %q", c.Name, c.Image)
		}
	}
	return nil
}
